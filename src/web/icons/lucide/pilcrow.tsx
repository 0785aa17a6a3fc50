import { icon } from '../icon.tsx'

export const Pilcrow = icon(<path d="M13 4v16m4-16v16m2-16H9.5a4.5 4.5 0 0 0 0 9H13" />)
