"""What the stock-market games share: companies, price tracks, movement, forecasts, bid spaces, fees."""
