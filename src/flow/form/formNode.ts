import type { ChosenKind } from '../chosenKind.ts';
import type { PathSegment } from '../template.ts';
import type { DurationInput } from './durations.ts';
import type { MomentForm } from './moments.ts';

/** A present JSON value, as distinguished from an absent one. */
export interface HeldValue {
  readonly value: unknown;
}

/** A value of a field that makes others beside it inapplicable. */
export interface FormSwitch {
  readonly value: unknown;
  /** The value of the object around the field, with this value and without those others. */
  readonly whole: unknown;
}

/** The common fields of all parts of a form. Plain JSON, so that it can be sent to a webview. */
export interface FormPart {
  /** The JSON Pointer from the parameters, such as `/target/text`; problems use the same pointers. */
  readonly pointer: string;
  readonly path: readonly PathSegment[];
  /** The title, or words derived from the name. */
  readonly label: string;
  /** Markdown. */
  readonly description?: string;
  readonly required: boolean;
  /** True if null is accepted in addition. */
  readonly nullable: boolean;
  readonly readOnly: boolean;
  readonly deprecated: boolean;
  /** Set if it or a part of it is a password or `writeOnly`; the value is shown only on request. */
  readonly secret?: true;
  readonly default?: HeldValue;
  readonly examples: readonly unknown[];
  /** The effective value when the step runs. */
  readonly value?: HeldValue;
  /** The source of the value: the step, its action or none. */
  readonly origin: 'own' | 'inherited' | 'absent';
  /** The value of the action, even if the step overrides it. */
  readonly inherited?: HeldValue;
  /** The initial value if there is none. */
  readonly start: unknown;
  /** True if the schema does not permit it; it is kept unchanged. */
  readonly unknown: boolean;
  /** Sentences about rules across several properties. */
  readonly notes: readonly string[];
  /** The property beside it whose value makes it apply. */
  readonly cause?: string;
  /** The values that make fields beside it inapplicable. */
  readonly switches?: readonly FormSwitch[];
  /** The kind of record that the value refers to: by its ID, and a credential or an app on the device by its name. */
  readonly refersTo?: ChosenKind;
}

/** The type of input for a text. */
export type TextInput =
  | 'line'
  | 'area'
  | 'code'
  | 'date'
  | 'time'
  | 'date-time'
  | 'email'
  | 'url'
  | 'color'
  | 'password';

/** A text input; also used for a value of another kind while it is a template expression. */
export interface TextNode extends FormPart {
  readonly kind: 'text';
  readonly input: TextInput;
  readonly format?: string;
  readonly mediaType?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** The texts that its format or pattern accepts in words, such as “an email address”. */
  readonly hint?: string;
  /** A regular expression that it must match. */
  readonly pattern?: string;
  /** Set for a duration. */
  readonly duration?: DurationInput;
  /** The form of dates and times that its pattern accepts. */
  readonly moment?: MomentForm;
  /** The kind of input once the value is no template expression. */
  readonly instead?: FormKind;
}

export interface NumberNode extends FormPart {
  readonly kind: 'number';
  readonly integer: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  /** The number must be a multiple of this. */
  readonly step?: number;
  /** Set for a duration. */
  readonly duration?: DurationInput;
}

export interface BooleanNode extends FormPart {
  readonly kind: 'boolean';
}

export interface FormOption {
  readonly value: unknown;
  readonly label: string;
  readonly description?: string;
  /** Set for the current value if it is not allowed. */
  readonly wrong?: true;
}

/** A choice of several fixed values. */
export interface ChoiceNode extends FormPart {
  readonly kind: 'choice';
  readonly options: readonly FormOption[];
}

/** A value with only one option. */
export interface ConstantNode extends FormPart {
  readonly kind: 'constant';
  readonly constant: unknown;
}

/** The rules for adding properties with custom names. */
export interface NamedAddition {
  /** The initial value of a new property. */
  readonly start: unknown;
  /** Initial values for names that match regular expressions. */
  readonly starts: readonly { readonly pattern: string; readonly start: unknown }[];
  /** Regular expressions, one of which the name must match; empty if any name is allowed. */
  readonly patterns: readonly string[];
  /** The allowed names, if restricted. */
  readonly names?: readonly string[];
}

/** An object; a map has no `fields`, only properties with custom names. */
export interface ObjectNode extends FormPart {
  readonly kind: 'object' | 'map';
  /** The properties in the schema, in its order. */
  readonly fields: readonly FormNode[];
  /** The other existing properties. */
  readonly others: readonly FormNode[];
  readonly addition?: NamedAddition;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  /** True if its properties are described only once it has a value. */
  readonly folded: boolean;
}

export interface ArrayNode extends FormPart {
  readonly kind: 'array';
  /** The existing items, and missing items of the tuple. */
  readonly items: readonly FormNode[];
  /** The number of leading items with their own schemas, which cannot be moved. */
  readonly tuple: number;
  /** Present if an item can be appended. */
  readonly addition?: { readonly start: unknown };
  /** The options, for a list of unique items that each have one of several fixed values. */
  readonly options?: readonly FormOption[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly unique: boolean;
  readonly folded: boolean;
}

/** An alternative of a union. */
export interface FormBranch {
  readonly label: string;
  readonly description?: string;
  /** The value to set when this alternative is chosen; keeps fitting parts of the current value. */
  readonly start: unknown;
}

/** A value with several alternatives. */
export interface UnionNode extends FormPart {
  readonly kind: 'union';
  /** The label of the property that has a fixed value in each alternative. */
  readonly by?: string;
  readonly branches: readonly FormBranch[];
  /** The index of the alternative that the value matches best. */
  readonly chosen: number;
  /** The value as described by the chosen alternative. */
  readonly content: FormNode;
}

/** A value that is entered as JSON. */
export interface JsonValueNode extends FormPart {
  readonly kind: 'json';
  /** The reason, as a sentence. */
  readonly why: string;
  /** True if any value is accepted, so that text need not be quoted. */
  readonly free?: boolean;
  /** The kind that the schema requires, if the value has another. */
  readonly instead?: FormKind;
}

/** A part of a form, which can be rendered without knowledge of JSON Schema. */
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

export type FormKind = FormNode['kind'];
