using System.Text;
using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Engine.Runs;
using DroneDelivery.LoadTests.Lab.Http;

namespace DroneDelivery.Lab.Tests.Http;

public sealed class AnswerCheckTests
{
    [Theory]
    [InlineData("status==201", true)]
    [InlineData("status==200", false)]
    [InlineData("bytes>=11", true)]
    [InlineData("bytes > 11", false)]
    [InlineData("bytes==11", true)]
    [InlineData("bytes<12", true)]
    [InlineData("bytes<=10", false)]
    [InlineData("body contains contains fun", true)]
    [InlineData("body contains Hello", false)]
    [InlineData("header content-type contains json", true)]
    [InlineData("header content-type contains xml", false)]
    [InlineData("header x-none contains a", false)]
    public void Apply_AnAnswer_HoldsOrIsAnError(string check, bool holds)
    {
        var body = Encoding.UTF8.GetBytes("hello contains fun");
        var answer = new HttpAnswer(new RequestOutcome(201, null, 11), [new("Content-Type", "application/json")], body);

        var outcome = AnswerCheck.Apply([AnswerCheck.Parse(check)], answer);

        Assert.Equal(holds ? null : $"check: {check}", outcome.FailureReason);
    }

    [Fact]
    public void Apply_AFailure_KeepsItsOwnReason()
    {
        var answer = new HttpAnswer(new RequestOutcome(503, null, 0), [], default);

        Assert.Equal("HTTP 503", AnswerCheck.Apply([AnswerCheck.Parse("bytes>5")], answer).FailureReason);
    }
}
