"""What each verb answers, finished and frozen: made once; renderers only say it."""
