using DroneDelivery.LoadTests.Engine.Histograms.Hdr;

namespace DroneDelivery.Engine.Tests.Histograms.Hdr;

public sealed class ZigZagTests
{
    /// <summary>The bytes that the format's description gives for these numbers.</summary>
    [Theory]
    [InlineData(0, "00")]
    [InlineData(-1, "01")]
    [InlineData(1, "02")]
    [InlineData(-64, "7F")]
    [InlineData(64, "8001")]
    [InlineData(-1000, "CF0F")]
    [InlineData(long.MaxValue, "FEFFFFFFFFFFFFFFFF")]
    [InlineData(long.MinValue, "FFFFFFFFFFFFFFFFFF")]
    public void Number_WrittenAndReadBack_IsTheSame(long number, string bytes)
    {
        using var stream = new MemoryStream();
        var position = 0;

        ZigZag.Write(stream, number);

        Assert.Equal(bytes, Convert.ToHexString(stream.ToArray()));
        Assert.Equal(number, ZigZag.Read(stream.ToArray(), ref position));
        Assert.Equal(stream.Length, position);
    }

    [Fact]
    public void Read_EndWithinANumber_IsRefused()
    {
        var position = 0;

        Assert.Throws<FormatException>(() => ZigZag.Read([0x80], ref position));
    }
}
