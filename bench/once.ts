/** Something that is made when it is first asked for, and never again. */
export interface Once<T> {
  (): Promise<T>;
  /** What was made; `undefined` where nobody has asked. */
  readonly made: () => Promise<T> | undefined;
}

/** Makes something when it is first asked for; where that fails, everybody hears the same error. */
export function once<T>(make: () => Promise<T>): Once<T> {
  let making: Promise<T> | undefined;
  const ask = () => {
    making ??= make();
    return making;
  };
  return Object.assign(ask, { made: () => making });
}
