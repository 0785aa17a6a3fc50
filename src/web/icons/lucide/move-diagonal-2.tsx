import { icon } from '../icon.tsx'

export const MoveDiagonal2 = icon(<path d="M19 13v6h-6m-8-8V5h6M5 5l14 14" />)
