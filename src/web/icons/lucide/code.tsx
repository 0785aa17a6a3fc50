import { icon } from '../icon.tsx'

export const Code = icon(<path d="m16 18l6-6l-6-6M8 6l-6 6l6 6" />)
