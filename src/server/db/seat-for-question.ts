import { type Seats, SeatsTakenError } from '../seats.ts'
import { QueryTooSlowError } from './store.ts'

/** As `take`; the time that a question may take includes waiting for others. */
export async function seatForQuestion(seats: Seats, milliseconds: number): Promise<() => void> {
  try {
    return await seats.take(milliseconds)
  } catch (error) {
    throw error instanceof SeatsTakenError ? new QueryTooSlowError(error.message) : error
  }
}
