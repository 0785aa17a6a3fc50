import { icon } from '../icon.tsx'

export const ChevronsDownUp = icon(<path d="m7 20l5-5l5 5M7 4l5 5l5-5" />)
