/** The area of a picture that has a time axis. Pixels. */
export interface Plot {
  readonly left: number;
  /** For text, which may go further right than the axis. */
  readonly width: number;
  readonly axisWidth: number;
  /** Where an instant lies. */
  readonly x: (seconds: number) => number;
}

/** Elements of a picture, and the height that they take. */
export interface Drawn {
  readonly elements: readonly string[];
  readonly height: number;
}
