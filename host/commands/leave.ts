/** Ends the process once everything is printed: a plugin that was imported may have begun something that never ends. */
export async function leave(code: number): Promise<never> {
  for (const stream of [process.stdout, process.stderr])
    await new Promise<void>(resolve => stream.write('', () => resolve()))
  process.exit(code)
}
