import type { ThingKind } from '../thingKind.ts';
import type { PathSegment } from '../template.ts';

/** A JSON value that is there, so that it can be told from one that is not. */
export interface Held {
  readonly value: unknown;
}

/** What every part of a form says. All of it is plain JSON, so that it can be sent to a page. */
export interface FormPart {
  /** JSON Pointer from the parameters, such as `/target/text`; problems name their place the same way. */
  readonly pointer: string;
  readonly path: readonly PathSegment[];
  /** The title, or words made of the name. */
  readonly label: string;
  /** Markdown. */
  readonly description?: string;
  readonly required: boolean;
  /** Whether null fits besides what the kind says. */
  readonly nullable: boolean;
  readonly readOnly: boolean;
  readonly deprecated: boolean;
  /** Set where it, or something within it, is a password or only written: it is shown to whoever asks for it alone. */
  readonly secret?: true;
  readonly default?: Held;
  readonly examples: readonly unknown[];
  /** The value that the step runs with. */
  readonly value?: Held;
  /** Whose value it is: the step's own, the action's, or nobody's. */
  readonly origin: 'own' | 'inherited' | 'absent';
  /** What the action says here, whether or not the step says otherwise. */
  readonly inherited?: Held;
  /** A value to begin with where there is none. */
  readonly start: unknown;
  /** Whether the schema says nothing of it; it is kept as it is. */
  readonly unknown: boolean;
  /** Rules across properties that no single input shows, as sentences. */
  readonly notes: readonly string[];
  /** What its id names, so that it can be chosen by name. */
  readonly thing?: ThingKind;
}

/** Which input a text is typed into. */
export type TextInput =
  'line' | 'area' | 'code' | 'date' | 'time' | 'date-time' | 'email' | 'url' | 'color' | 'password';

/** A text; also a value of another kind for as long as it is a template expression. */
export interface TextNode extends FormPart {
  readonly kind: 'text';
  readonly input: TextInput;
  readonly format?: string;
  readonly mediaType?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  /** The kind that stands here once the value is no template expression. */
  readonly instead?: FormKind;
}

/** A number. */
export interface NumberNode extends FormPart {
  readonly kind: 'number';
  readonly integer: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  /** What the number must be a multiple of. */
  readonly step?: number;
}

/** True or false. */
export interface BooleanNode extends FormPart {
  readonly kind: 'boolean';
}

/** One of the values that can be chosen. */
export interface FormOption {
  readonly value: unknown;
  readonly label: string;
  readonly description?: string;
  /** Set for the present value where it is none of those that fit. */
  readonly wrong?: true;
}

/** One of several fixed values. */
export interface ChoiceNode extends FormPart {
  readonly kind: 'choice';
  readonly options: readonly FormOption[];
}

/** The only value that fits. */
export interface ConstantNode extends FormPart {
  readonly kind: 'constant';
  readonly constant: unknown;
}

/** What can be added under a name of one's own. */
export interface NamedAddition {
  /** A value to begin with. */
  readonly start: unknown;
  /** Those of names that match regular expressions. */
  readonly starts: readonly { readonly pattern: string; readonly start: unknown }[];
  /** Regular expressions, one of which the name must match; none for any name. */
  readonly patterns: readonly string[];
  /** The names that can be chosen, where only some can. */
  readonly names?: readonly string[];
}

/** An object; a map is one without `fields` that takes names of one's own. */
export interface ObjectNode extends FormPart {
  readonly kind: 'object' | 'map';
  /** The properties that the schema names, in its order. */
  readonly fields: readonly FormNode[];
  /** The other properties that are there. */
  readonly others: readonly FormNode[];
  readonly addition?: NamedAddition;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  /** Whether what is inside is told only once there is a value. */
  readonly folded: boolean;
}

/** A list. */
export interface ArrayNode extends FormPart {
  readonly kind: 'array';
  /** The items that are there, and those of a tuple that are not. */
  readonly items: readonly FormNode[];
  /** How many items at the front have a meaning of their own and keep their place. */
  readonly tuple: number;
  /** What can be added at the end. */
  readonly addition?: { readonly start: unknown };
  /** What can be chosen from, where each item is one of several values and given once. */
  readonly options?: readonly FormOption[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly unique: boolean;
  readonly folded: boolean;
}

/** One of the forms that a value can have. */
export interface FormBranch {
  readonly label: string;
  readonly description?: string;
  /** The value to set when this form is chosen; keeps what fits of the present one. */
  readonly start: unknown;
  readonly fits: boolean;
}

/** A value that has one of several forms. */
export interface UnionNode extends FormPart {
  readonly kind: 'union';
  readonly branches: readonly FormBranch[];
  /** The form that the value has or comes nearest to. */
  readonly chosen: number;
  /** The value in the chosen form. */
  readonly content: FormNode;
}

/** A value that is typed as JSON. */
export interface JsonValueNode extends FormPart {
  readonly kind: 'json';
  /** Why, as a sentence. */
  readonly why: string;
  /** Whether any value fits, so that a text can be typed as such. */
  readonly free?: boolean;
  /** The kind that the schema asks for, where the value is of another. */
  readonly instead?: FormKind;
}

/** A part of a form that a page draws without knowing JSON Schema. */
export type FormNode =
  | TextNode
  | NumberNode
  | BooleanNode
  | ChoiceNode
  | ConstantNode
  | ObjectNode
  | ArrayNode
  | UnionNode
  | JsonValueNode;

/** What kinds of parts there are. */
export type FormKind = FormNode['kind'];
