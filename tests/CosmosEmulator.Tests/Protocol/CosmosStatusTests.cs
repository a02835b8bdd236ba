using DroneDelivery.CosmosEmulator.Protocol;

namespace DroneDelivery.CosmosEmulator.Tests.Protocol;

public sealed class CosmosStatusTests
{
    /// <summary>The codes of error bodies, which clients other than the .NET SDK read in place of the status.</summary>
    [Theory]
    [InlineData(400, "BadRequest")]
    [InlineData(401, "Unauthorized")]
    [InlineData(403, "Forbidden")]
    [InlineData(404, "NotFound")]
    [InlineData(405, "MethodNotAllowed")]
    [InlineData(408, "RequestTimeout")]
    [InlineData(409, "Conflict")]
    [InlineData(410, "Gone")]
    [InlineData(412, "PreconditionFailed")]
    [InlineData(413, "RequestEntityTooLarge")]
    [InlineData(429, "429")]
    [InlineData(449, "RetryWith")]
    [InlineData(500, "InternalServerError")]
    [InlineData(503, "ServiceUnavailable")]
    public void CodeOf_StatusOfAnError_IsThatOfTheService(int status, string code) => Assert.Equal(code, CosmosStatus.CodeOf(status));
}
