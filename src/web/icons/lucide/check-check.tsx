import { icon } from '../icon.tsx'

export const CheckCheck = icon(<path d="M18 6L7 17l-5-5m20-2l-7.5 7.5L13 16" />)
