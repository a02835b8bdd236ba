using System.Text;
using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Engine.Clients.Checks;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Lab.Http;

namespace DroneDelivery.Lab.Tests.Http;

public sealed class AnswerCheckTextTests
{
    [Theory]
    [InlineData("status==201", null)]
    [InlineData("status==200", "status is not 200")]
    [InlineData("bytes>=11", null)]
    [InlineData("bytes > 11", "not bytes > 11")]
    [InlineData("bytes==11", null)]
    [InlineData("bytes<12", null)]
    [InlineData("bytes<=10", "not bytes<=10")]
    [InlineData("body contains contains fun", null)]
    [InlineData("body contains Hello", "body lacks 'Hello'")]
    [InlineData("header content-type contains json", null)]
    [InlineData("header content-type contains xml", "not header content-type contains xml")]
    [InlineData("header x-none contains a", "not header x-none contains a")]
    public void Parse_AppliedToAnAnswer_HoldsOrIsAnError(string check, string? problem)
    {
        var body = Encoding.UTF8.GetBytes("hello contains fun");
        var answer = new HttpAnswer(new RequestOutcome(201, null, 11), [new("Content-Type", "application/json")], body);

        var outcome = new[] { AnswerCheckText.Parse(check) }.Judge(answer);

        Assert.Equal(problem, outcome.FailureReason);
    }

    [Fact]
    public void Parse_StatusThatIsNoSuccess_MayBeWanted()
    {
        var answer = new HttpAnswer(new RequestOutcome(404, null, 0), [], default);

        Assert.True(new[] { AnswerCheckText.Parse("status==404") }.Judge(answer).IsSuccess);
    }

    [Fact]
    public void Parse_AppliedToAFailure_KeepsItsOwnReason()
    {
        var answer = new HttpAnswer(new RequestOutcome(503, null, 0), [], default);

        Assert.Equal("HTTP 503", new[] { AnswerCheckText.Parse("bytes>5") }.Judge(answer).FailureReason);
    }
}
