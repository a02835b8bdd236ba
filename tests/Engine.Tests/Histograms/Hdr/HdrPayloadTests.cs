using DroneDelivery.LoadTests.Engine.Histograms.Hdr;

namespace DroneDelivery.Engine.Tests.Histograms.Hdr;

public sealed class HdrPayloadTests
{
    /// <summary>The bytes that the format's description gives for the numbers 1, 0 and 64, -64 and 1, and -1000 and 1.</summary>
    [Theory]
    [InlineData(0, 1, "02")]
    [InlineData(1, 64, "008001")]
    [InlineData(64, 1, "7F02")]
    [InlineData(1000, 1, "CF0F02")]
    public void Count_WrittenAndReadBack_IsTheSame(int index, long count, string bytes)
    {
        var payload = HdrPayload.Write([index], [count]);

        Assert.Equal(bytes, Convert.ToHexString(payload));
        var (indexes, counts) = HdrPayload.Read(new MemoryStream(payload));
        Assert.Equal([index], indexes);
        Assert.Equal([count], counts);
    }

    [Theory]
    [InlineData("80")]
    [InlineData("FFFFFFFFFFFFFFFFFFFF")]
    public void Read_NumberWithoutAnEnd_IsRefused(string bytes) =>
        Assert.Throws<FormatException>(() => HdrPayload.Read(new MemoryStream(Convert.FromHexString(bytes))));
}
