using DroneDelivery.LoadTests.Insight.Advice.Findings;

namespace DroneDelivery.Insight.Tests.Advice.Findings;

public sealed class CauseTextTests
{
    [Fact]
    public void InWords_EveryCause_HasWordsOfItsOwn()
    {
        var words = Enum.GetValues<Cause>().Select(cause => cause.InWords()).ToList();

        Assert.Distinct(words);
        Assert.All(words, each => Assert.Matches("^[a-z]+ [A-Za-z ]+$", each));
    }
}
