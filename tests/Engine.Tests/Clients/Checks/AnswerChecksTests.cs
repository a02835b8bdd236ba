using System.Text;
using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Engine.Clients.Checks;
using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.Engine.Tests.Clients.Checks;

public sealed class AnswerChecksTests
{
    private static readonly HttpAnswer Answer = Answering(200, """{"id":7,"name":"a/b","tags":["x",null]}""");

    public static TheoryData<AnswerCheck, string?> Verdicts => new()
    {
        { AnswerCheck.StatusIn(200, 201), null },
        { AnswerCheck.StatusIn(204, 201), "status is not 201 or 204" },
        { AnswerCheck.BodyContains("a/b"), null },
        { AnswerCheck.BodyContains("nothing"), "body lacks 'nothing'" },
    };

    [Theory]
    [MemberData(nameof(Verdicts), DisableDiscoveryEnumeration = true)]
    public void Judge_OneCheck_FailsUnderItsWords(AnswerCheck check, string? problem) =>
        Assert.Equal(problem, new[] { check }.Judge(Answer).FailureReason);

    [Fact]
    public void Judge_SeveralChecks_NamesTheFirstThatFails()
    {
        AnswerCheck[] checks = [AnswerCheck.StatusIn(200), AnswerCheck.BodyContains("no"), AnswerCheck.BodyContains("nothing")];

        var outcome = checks.Judge(Answer);

        Assert.Equal((false, "body lacks 'no'"), (outcome.IsSuccess, outcome.FailureReason));
    }

    [Fact]
    public void Judge_StatusThatIsWanted_IsASuccess()
    {
        var outcome = new[] { AnswerCheck.StatusIn(404) }.Judge(Answering(404, ""));

        Assert.Equal((true, null), (outcome.IsSuccess, outcome.FailureReason));
    }

    [Fact]
    public void Judge_NoCheckOfTheStatus_KeepsTheUsualRule() =>
        Assert.Equal("HTTP 404", new[] { AnswerCheck.BodyContains("x") }.Judge(Answering(404, "")).FailureReason);

    [Fact]
    public void Judge_NoAnswer_KeepsItsReason() =>
        Assert.Equal(
            "timeout",
            new[] { AnswerCheck.StatusIn(0) }.Judge(HttpAnswer.None(new RequestOutcome(0, "timeout", 0))).FailureReason);

    private static HttpAnswer Answering(int status, string body)
    {
        var bytes = Encoding.UTF8.GetBytes(body);
        return new HttpAnswer(new RequestOutcome(status, null, bytes.Length), [new("ETag", "\"1\"")], bytes);
    }
}
