import { showSpaces } from '../../util/showSpaces.ts';

/** The properties that identify an element; all given ones must match. */
export interface Criteria {
  /** The resource ID on Android, the accessibility identifier on iOS. */
  readonly resourceId?: string;
  /** The text for screen readers. */
  readonly description?: string;
  readonly text?: string;
  /** The kind of element. */
  readonly role?: Role;
}

/** A way to find an element on any screen with the same contents. */
export interface Selector extends Criteria {
  /** Only elements inside a container that matches. */
  readonly within?: Criteria;
  /** Only the element closest to a label that matches. */
  readonly near?: Criteria;
  /** The index among the matches in reading order, from 0. */
  readonly index?: number;
}

/** The kinds of elements. */
export const ROLES = [
  ...(['button', 'field', 'checkbox', 'switch', 'radio'] as const),
  ...(['image', 'text', 'list', 'slider', 'element'] as const),
] as const;
export type Role = (typeof ROLES)[number];

const ROLE_OF_CLASS: readonly (readonly [classEnding: RegExp, role: Role])[] = [
  [
    /(?:EditText|TextField|SecureTextField|TextView\.Editable|SearchField|TextInput\w*|AutoComplete\w*)$/i,
    'field',
  ],
  [/(?:CheckBox|CheckedTextView)$/i, 'checkbox'],
  [/(?:Switch\w*|ToggleButton)$/i, 'switch'],
  [/RadioButton$/i, 'radio'],
  [/(?:Button|ImageButton|Chip|Link)$/i, 'button'],
  [/(?:ImageView|Image|Icon)$/i, 'image'],
  [/(?:SeekBar|Slider|RatingBar)$/i, 'slider'],
  [/(?:RecyclerView|ListView|GridView|ScrollView|Table|CollectionView)$/i, 'list'],
  [/(?:TextView|StaticText|Text|Label)$/i, 'text'],
];

/** Returns the role of an element from its class, such as `android.widget.Button`, and from its flags. */
export function roleOf(className: string | null | undefined, isEditable: boolean, isPassword: boolean): Role {
  if (isEditable || isPassword) return 'field';
  const [, role] = ROLE_OF_CLASS.find(([ending]) => ending.test(className ?? '')) ?? [];
  return role ?? 'element';
}

/** Describes a selector in words, such as `the button “Delete” near “Milk”`. */
export function describeSelector({ index, within, near, ...criteria }: Selector): string {
  const number = index === undefined ? '' : ` number ${index + 1}`;
  return [
    `the ${describeCriteria(criteria)}${number}`,
    ...(within ? [`in the ${describeCriteria(within)}`] : []),
    ...(near ? [`near ${nameOf(near) ?? `the ${describeCriteria(near)}`}`] : []),
  ].join(' ');
}

function describeCriteria(criteria: Criteria): string {
  const name = nameOf(criteria);
  const id = criteria.resourceId === undefined ? undefined : `with the ID ${shortId(criteria.resourceId)}`;
  return [criteria.role ?? 'element', name, id].filter(part => part !== undefined).join(' ');
}

function nameOf({ text, description }: Criteria): string | undefined {
  const name = text ?? description;
  return name === undefined ? undefined : `“${showSpaces(name)}”`;
}

/** Returns a resource ID without its package, such as `submit` for `com.example.shop:id/submit`. */
export function shortId(resourceId: string): string {
  return resourceId.slice(resourceId.lastIndexOf('/') + 1);
}
