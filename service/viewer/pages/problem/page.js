/** The error page works without a script; this only applies the user's theme. */

import { applyTheme } from "../../api/theme.js";

applyTheme();
