import type { Change } from '../../../engine/template/diff/index.ts'

/** Names of variables follow from the text; only what somebody wrote is shown as a change. */
export const isMeant = ({ path }: Change): boolean => !path.includes('input_variables')

/** Changes that the compared text does not show: model, parameters, tools, formats. */
export const isBesideText = (change: Change): boolean =>
  isMeant(change) && change.path[1] !== 'messages' && change.path[1] !== 'content' && change.path.length > 1
