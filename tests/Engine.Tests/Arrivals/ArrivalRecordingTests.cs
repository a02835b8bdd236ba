using DroneDelivery.LoadTests.Engine.Arrivals;

namespace DroneDelivery.Engine.Tests.Arrivals;

public sealed class ArrivalRecordingTests
{
    [Fact]
    public void Read_Offsets_KeepsEachMoment()
    {
        var recorded = ArrivalRecording.Read(new StringReader("offset_seconds\n0.000000\n0.000250\n2.500000\n"));

        Assert.Equal([0, 0.25, 2_500], recorded.Offsets.Select(offset => offset.TotalMilliseconds));
        Assert.Equal(TimeSpan.FromSeconds(3), recorded.Duration);
    }

    [Fact]
    public void Read_Counts_SpreadsEachSecondsRequestsOverIt()
    {
        var recorded = ArrivalRecording.Read(new StringReader("second,requests\n0,2\n1,0\n2,4\n3,0\n"));

        Assert.Equal([0, 0.5, 2, 2.25, 2.5, 2.75], recorded.Offsets.Select(offset => offset.TotalSeconds));
        Assert.Equal(TimeSpan.FromSeconds(4), recorded.Duration);
    }

    [Theory]
    [InlineData("", "starts with")]
    [InlineData("time\n1\n", "starts with")]
    [InlineData("offset_seconds\n1\nx\n", "Line 3")]
    [InlineData("offset_seconds\n1\n0.5\n", "Line 3")]
    [InlineData("offset_seconds\n-1\n", "Line 2")]
    [InlineData("offset_seconds\nNaN\n", "Line 2")]
    [InlineData("offset_seconds\n1,5\n", "Line 2")]
    [InlineData("second,requests\n0,1\n2,1\n", "Line 3")]
    [InlineData("second,requests\n0\n", "Line 2")]
    [InlineData("second,requests\n0,-1\n", "Line 2")]
    [InlineData("second,requests\n0,0\n", "no arrivals")]
    public void Read_BrokenText_IsRefusedByLine(string text, string expected)
    {
        var refusal = Assert.Throws<FormatException>(() => ArrivalRecording.Read(new StringReader(text)));

        Assert.Contains(expected, refusal.Message);
    }
}
