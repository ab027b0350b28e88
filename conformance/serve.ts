// To come.
export function serve(_port: number): Promise<void> {
  return Promise.resolve();
}
