/** Whether every provider takes the name of the function. */
export const isFunctionName = (name: string): boolean => /^[\w-]{1,64}$/.test(name)
