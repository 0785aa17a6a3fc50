/** `like` text that matches what contains the words, whatever signs of its own they hold. */
export const containing = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
