import { icon } from '../icon.tsx'

export const ListFilter = icon(<path d="M2 5h20M6 12h12m-9 7h6" />)
