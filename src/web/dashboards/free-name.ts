/** The name, or the name with the first number that makes it free: "Production health 2". */
export function freeName(name: string, taken: readonly string[]): string {
  const names = new Set(taken)
  let free = name
  for (let number = 2; names.has(free); number++) free = `${name} ${number}`
  return free
}
