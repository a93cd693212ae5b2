"""The mathematics: one file for each procedure or family; arrays in, result out."""
