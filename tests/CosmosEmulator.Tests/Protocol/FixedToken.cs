using Azure.Core;

namespace DroneDelivery.CosmosEmulator.Tests.Protocol;

/// <summary>A credential that always has the same token.</summary>
internal sealed class FixedToken(string token) : TokenCredential
{
    public override AccessToken GetToken(TokenRequestContext requestContext, CancellationToken cancellationToken) =>
        new(token, DateTimeOffset.MaxValue);

    public override ValueTask<AccessToken> GetTokenAsync(TokenRequestContext requestContext, CancellationToken cancellationToken) =>
        ValueTask.FromResult(GetToken(requestContext, cancellationToken));
}
