/** Stops what `global-setup.ts` started. */
export default async function globalTeardown(): Promise<void> {
  await globalThis.runningFirestore?.stop();
}
