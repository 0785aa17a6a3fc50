import { icon } from '../icon.tsx'

export const ChartColumn = icon(<path d="M3 3v16a2 2 0 0 0 2 2h16m-3-4V9m-5 8V5M8 17v-3" />)
