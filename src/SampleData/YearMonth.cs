namespace DroneDelivery.SampleData;

/// <summary>A calendar month.</summary>
public readonly record struct YearMonth(int Year, int Month)
{
    public int Days => DateTime.DaysInMonth(Year, Month);

    public YearMonth Plus(int months)
    {
        var count = (Year * 12) + Month - 1 + months;
        return new YearMonth(count / 12, (count % 12) + 1);
    }

    /// <summary>How many months this one comes after <paramref name="earlier"/>; negative when it comes before.</summary>
    public int MonthsAfter(YearMonth earlier) => ((Year - earlier.Year) * 12) + Month - earlier.Month;
}
