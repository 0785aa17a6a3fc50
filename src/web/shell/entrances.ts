/** Screens for people who are not signed in; they have no frame. */
const entrances: ReadonlySet<string> = new Set(['/sign-in', '/setup', '/join'])

export const isEntrance = (pathname: string): boolean => entrances.has(pathname)
