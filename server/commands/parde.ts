import { addBackupCommands } from './parde/backups.ts'
import { addCatalogueCommands } from './parde/catalogue.ts'
import { addFilmCommands } from './parde/films.ts'
import { addMessageCommands } from './parde/messages.ts'
import { addPictureCommands } from './parde/pictures.ts'
import { program } from './parde/program.ts'
import { addReportCommands } from './parde/reports.ts'
import { addSalesCommands } from './parde/sales.ts'
import { addSourceCommands } from './parde/sources.ts'
import { addTitleCommands } from './parde/titles.ts'
import { addUserCommands } from './parde/users.ts'

addTitleCommands()
addCatalogueCommands()
addSourceCommands()
addFilmCommands()
addPictureCommands()
addMessageCommands()
addReportCommands()
addUserCommands()
addSalesCommands()
addBackupCommands()
await program.parseAsync()
