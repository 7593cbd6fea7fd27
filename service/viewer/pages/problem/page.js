/** Applies the user's theme to the error page, which otherwise works without a script. */

import { applyTheme } from "../../api/theme.js";

applyTheme();
