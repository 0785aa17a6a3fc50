/** The data of a support desk, for the sample and for `npm run seed`. */
export { makeAnswers, type SampleAnswer } from './answers.ts'
export { evaluationColumns, evaluationSteps } from './evaluation.ts'
export { promptNames, promptPublications } from './prompts.ts'
export { Random } from './random.ts'
export { makeRequests } from './requests.ts'
export { makeTickets, type Ticket } from './tickets.ts'
export { sampleTiles } from './tiles.ts'
export { makeTraces } from './trace.ts'
