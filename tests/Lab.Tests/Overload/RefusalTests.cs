using System.Text;
using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Lab.Overload;

namespace DroneDelivery.Lab.Tests.Overload;

public sealed class RefusalTests
{
    [Fact]
    public void Overloaded_With503_IsARefusal() => Assert.True(Refusal.Is(Answer(503, Problems.Overloaded)));

    [Theory]
    [InlineData("unavailable")]
    [InlineData("paused")]
    public void OtherFailure_With503_IsNone(string failure) => Assert.False(Refusal.Is(Answer(503, Problems.WithFailure(failure))));

    [Theory]
    [InlineData("")]
    [InlineData("overloaded")]
    [InlineData("[\"overloaded\"]")]
    [InlineData("{\"status\":503}")]
    public void NoProblem_With503_IsNone(string body) => Assert.False(Refusal.Is(Answer(503, Encoding.UTF8.GetBytes(body))));

    [Fact]
    public void Overloaded_WithAnotherStatus_IsNone() => Assert.False(Refusal.Is(Answer(504, Problems.Overloaded)));

    private static HttpAnswer Answer(int status, ReadOnlyMemory<byte> body) => new(new(status, null, body.Length), [], body);
}
