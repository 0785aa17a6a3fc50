/** Where one can be without having signed in; nothing is around these screens. */
const entrances: ReadonlySet<string> = new Set(['/sign-in', '/setup', '/join'])

export const isEntrance = (pathname: string): boolean => entrances.has(pathname)
