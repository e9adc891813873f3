/** Whether the person asked the browser to spare data; browsers that do not tell have not been asked. */
export function sparesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
