using System.Buffers.Text;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Protocol;

/// <summary>
/// Checks access tokens in the form of Microsoft Entra ID: JSON web tokens. The issuer is whatever holds the account's key, which
/// signs them (HS256); Entra ID signs with keys of its own. Audience and time of expiry are checked, roles are not.
/// </summary>
internal sealed class TokenCheck(string key, TimeProvider time)
{
    private const string Algorithm = "HS256";
    private const string AudienceOfAllAccounts = "https://cosmos.azure.com";

    // A client uses a token until the moment of its expiry; its last requests arrive after that.
    private static readonly TimeSpan ClockSkew = TimeSpan.FromSeconds(5);

    private readonly byte[] _key = Convert.FromBase64String(key);

    /// <summary>Null when the token is valid, else the text for the client.</summary>
    /// <param name="token">The token as the client sent it.</param>
    /// <param name="account">The host in the account's endpoint: the audience is <c>https://</c> and this.</param>
    public string? FindFault(string token, string account)
    {
        var parts = token.Split('.');
        if (parts.Length != 3 || ReadObject(parts[0]) is not { } header || ReadObject(parts[1]) is not { } claims)
        {
            return "The access token is not a JSON web token.";
        }

        if (Text(header, "alg") != Algorithm || !IsSigned(parts))
        {
            return $"The access token is not signed with the account's key ({Algorithm}), as this emulator requires.";
        }

        if (Text(claims, "aud")?.TrimEnd('/') is not { } audience || !IsAudience(audience, account))
        {
            return $"The audience of the access token is '{Text(claims, "aud")}', not 'https://{account}'.";
        }

        return ExpiryOf(claims) is { } expiry && expiry + ClockSkew > time.GetUtcNow()
            ? null
            : "The access token has expired, or has no time of expiry.";
    }

    private static bool IsAudience(string audience, string account) =>
        audience == AudienceOfAllAccounts || audience.Equals($"https://{account}", StringComparison.OrdinalIgnoreCase);

    private static DateTimeOffset? ExpiryOf(JsonElement claims) =>
        claims.TryGetProperty("exp", out var value) && value.ValueKind == JsonValueKind.Number
        && value.TryGetInt64(out var second) && second <= DateTimeOffset.MaxValue.ToUnixTimeSeconds() && second >= 0
            ? DateTimeOffset.FromUnixTimeSeconds(second)
            : null;

    private static string? Text(JsonElement json, string name) =>
        json.TryGetProperty(name, out var value) && value.ValueKind == JsonValueKind.String ? value.GetString() : null;

    private bool IsSigned(string[] parts)
    {
        var expected = HMACSHA256.HashData(_key, Encoding.UTF8.GetBytes($"{parts[0]}.{parts[1]}"));
        return CryptographicOperations.FixedTimeEquals(expected, Decode(parts[2]) ?? []);
    }

    private static JsonElement? ReadObject(string part)
    {
        try
        {
            // Anyone can send a token: its strings are read before its signature is checked.
            return Decode(part) is { } bytes && JsonStrings.FindFault(bytes) is null
                && JsonElement.Parse(bytes) is { ValueKind: JsonValueKind.Object } json
                    ? json
                    : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }

    private static byte[]? Decode(string part)
    {
        try
        {
            return Base64Url.DecodeFromChars(part);
        }
        catch (FormatException)
        {
            return null;
        }
    }
}
