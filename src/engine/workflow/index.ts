/** Workflow definitions: checking, compiling, patching, the next nodes of a run, and its result. */

export {
  advance,
  inputsOf,
  type NodeResult,
  type Progress,
  resultOf,
} from './advance.ts'
export { type CalledWorkflow, calledWorkflows, type WorkflowChoice } from './called-workflows.ts'
export { compileWorkflow } from './compile.ts'
export type { Workflow } from './compiled.ts'
export type { WorkflowDefinition, WorkflowEdge, WorkflowNode } from './definition.ts'
export { inputWarning } from './input-warning.ts'
export { allOutputs, finalOutput, mainOutput, type NodeState, stateOf } from './outcome.ts'
export { type NodeUpdate, patchWorkflow, type WorkflowChange } from './patch.ts'
