import { icon } from '../icon.tsx'

export const Diff = icon(<path d="M12 3v14m-7-7h14M5 21h14" />)
