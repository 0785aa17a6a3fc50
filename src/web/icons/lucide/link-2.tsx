import { icon } from '../icon.tsx'

export const Link2 = icon(<path d="M9 17H7A5 5 0 0 1 7 7h2m6 0h2a5 5 0 1 1 0 10h-2m-7-5h8" />)
