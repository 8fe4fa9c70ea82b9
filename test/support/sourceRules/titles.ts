/** Returns a sentence for each literal title of a test that does not begin with its subject. */
export function titleProblems(files: Readonly<Record<string, string>>): string[] {
  return Object.entries(files).flatMap(([path, text]) =>
    [...text.matchAll(TEST)].flatMap(({ groups }) => {
      const title = groups?.['title'] ?? '';
      const [word = ''] = title.split(/[\s,:]/, 1);
      return NO_SUBJECTS.has(word.toLowerCase())
        ? [`test/${path} has the title “${title}”, which begins with “${word}”; begin it with its subject.`]
        : [];
    }),
  );
}

/** A test, or a step of a story, whose title is a literal. */
const TEST =
  /(?<![.\w])(?:it|step)\(\s*(?<quote>['"`])(?<title>(?:\\.|(?!\k<quote>)[^\\])*)\k<quote>,\s*(?:async\b|function\b|\()/g;

// Words that are also nouns, such as “runs” and “reports”, are not here.
const VERBS =
  'accept add allow apply ask become begin belong build cancel choose close come compare connect contain continue convert create decide delete deny depend describe disable discard encode escape exclude exist exit expand expire explain extend fail fill find fit follow forget get give go hide ignore implement include initialize insert inspect install join keep know lack launch leave let load locate lose make merge need normalize obey offer omit paste perform pick play predict prefer prepare print produce publish pull put quote receive recognize recover refer refuse register reject remember remove rename repeat replace require resolve respect respond restart restore resume retry reuse reveal rotate save say see select send serve share show skip sort split stay stop succeed suggest survive take tell throw trust truncate uninstall update use verify wait warn write yield';

const OTHERS =
  'is are was were be been being has have had having does do did doing can cannot could may might must shall should will would never always also again still once only not and but or nor so yet if unless until while when whenever where whether because although since that which whose after as at before below behind beside between by despite during for from in inside into of off on onto out outside over per through to toward under up upon via with within without';

const NO_SUBJECTS: ReadonlySet<string> = new Set([
  ...OTHERS.split(' '),
  ...VERBS.split(' ').flatMap(verb => [verb, thirdPerson(verb)]),
]);

function thirdPerson(verb: string): string {
  if (/[^aeou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`;
  return /(?:s|sh|ch|x|o)$/.test(verb) ? `${verb}es` : `${verb}s`;
}
