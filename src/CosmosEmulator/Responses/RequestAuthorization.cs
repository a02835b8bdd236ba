using DroneDelivery.CosmosEmulator.Protocol;

namespace DroneDelivery.CosmosEmulator.Responses;

/// <summary>
/// Decides by the Authorization header whether a request is served. The account's key allows all of them; an access token
/// allows what a data-plane role of Azure Cosmos DB allows.
/// </summary>
/// <param name="signature">Checks the key.</param>
/// <param name="tokens">Checks tokens; null when none is accepted.</param>
internal sealed class RequestAuthorization(RequestSignature signature, TokenCheck? tokens)
{
    private const string TokenPrefix = "type=aad&ver=1.0&sig=";

    /// <summary>Null when the request is allowed.</summary>
    public CosmosResponse? FindRefusal(HttpRequest request, ResourcePath path)
    {
        string? authorization = request.Headers.Authorization;
        if (tokens is not null && FindToken(authorization) is { } token)
        {
            return FindRefusal(tokens, token, request, path);
        }

        var fault = signature.FindFault(authorization, request.Method, path.Text, request.Headers[CosmosHeaders.Date]);
        return fault is null ? null : CosmosErrors.Create(CosmosStatus.Unauthorized, fault);
    }

    private static CosmosResponse? FindRefusal(TokenCheck tokens, string token, HttpRequest request, ResourcePath path)
    {
        if (tokens.FindFault(token, request.Host.Host) is { } fault)
        {
            return CosmosErrors.Create(CosmosStatus.Unauthorized, fault);
        }

        return path.IsManagement(request.Method) ? CosmosErrors.NotForTokens(request.Host.Host, request.Method, path) : null;
    }

    private static string? FindToken(string? authorization)
    {
        var text = Uri.UnescapeDataString(authorization ?? "");
        return text.StartsWith(TokenPrefix, StringComparison.OrdinalIgnoreCase) ? text[TokenPrefix.Length..] : null;
    }
}
