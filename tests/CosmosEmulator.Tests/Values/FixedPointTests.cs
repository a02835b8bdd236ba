using System.Globalization;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Tests.Values;

public sealed class FixedPointTests
{
    [Theory]
    [InlineData(0, "0")]
    [InlineData(7, "0.007")]
    [InlineData(10, "0.01")]
    [InlineData(120, "0.12")]
    [InlineData(1_000, "1")]
    [InlineData(2_010, "2.01")]
    [InlineData(5_238, "5.238")]
    [InlineData(123_456_700, "123456.7")]
    public void FormatThousandths_AnyNumber_LeavesOutZerosAtTheEnd(long value, string expected)
    {
        Assert.Equal(expected, FixedPoint.FormatThousandths(value));
        Assert.Equal(expected, (value / 1000.0).ToString("0.###", CultureInfo.InvariantCulture));
    }

    [Theory]
    [InlineData(0, "0.00")]
    [InlineData(0.004, "0.00")]
    [InlineData(0.006, "0.01")]
    [InlineData(0.125, "0.13")]
    [InlineData(1, "1.00")]
    [InlineData(12.3, "12.30")]
    public void FormatHundredths_AnyNumber_HasTwoDecimals(double value, string expected)
    {
        Assert.Equal(expected, FixedPoint.FormatHundredths(value));
        Assert.Equal(expected, value.ToString("0.00", CultureInfo.InvariantCulture));
    }
}
