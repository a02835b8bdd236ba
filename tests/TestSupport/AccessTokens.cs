using System.Buffers.Text;
using System.Security.Cryptography;
using System.Text;

namespace DroneDelivery.TestSupport;

/// <summary>Access tokens as the emulator's <c>--auth aad</c> accepts them.</summary>
public static class AccessTokens
{
    public static string Create(string key, string audience, DateTimeOffset expires) =>
        Sign(key, """{"alg":"HS256","typ":"JWT"}""", $$"""{"aud":"{{audience}}","exp":{{expires.ToUnixTimeSeconds()}}}""");

    public static string Sign(string key, string header, string claims)
    {
        var text = $"{Encode(header)}.{Encode(claims)}";
        var signature = HMACSHA256.HashData(Convert.FromBase64String(key), Encoding.UTF8.GetBytes(text));
        return $"{text}.{Base64Url.EncodeToString(signature)}";
    }

    private static string Encode(string json) => Base64Url.EncodeToString(Encoding.UTF8.GetBytes(json));
}
