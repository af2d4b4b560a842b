/** What one module of the package exports, as its users see it. */
export interface ApiModule {
  /** The name that it is imported by. */
  readonly name: string;
  readonly entries: readonly ApiEntry[];
}

/** Something that is exported. */
export interface ApiEntry {
  readonly name: string;
  readonly kind: 'class' | 'interface' | 'type' | 'function' | 'constant';
  readonly doc: Doc;
  /** What is written where there are no members: the type, or the function's signature. */
  readonly text: string;
  /** Exported classes and interfaces whose members it has beside its own. */
  readonly inherits: readonly string[];
  readonly members: readonly ApiMember[];
}

/** A property or a method. */
export interface ApiMember {
  readonly name: string;
  readonly kind: 'property' | 'method';
  /** The type of a property, the signature of a method. */
  readonly text: string;
  readonly optional: boolean;
  readonly doc: Doc;
}

/** A docstring. */
export interface Doc {
  /** Without its tags. */
  readonly text: string;
  /** The text of a tag that is given once, such as `default`. */
  readonly tags: Readonly<Record<string, string>>;
}
