import t from 'tap'
import { dark, lookAtAll } from './look.js'

lookAtAll(t, { name: 'wide-light', width: 1_200, scheme: 'light' }, [dark])
