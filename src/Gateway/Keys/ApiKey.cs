using System.Buffers;
using System.Security.Cryptography;

namespace DroneDelivery.Gateway.Keys;

/// <summary>
/// An API key as its holder has it: the prefix <c>dd_</c>, an id that is not secret, and a secret. All characters are valid in
/// headers and URLs without escapes.
/// </summary>
internal sealed record ApiKey(string Id, string Secret)
{
    public const string Prefix = "dd_";

    /// <summary>13 of 36 characters: 67 bits, so that ids are unique in practice.</summary>
    public const int IdLength = 13;

    /// <summary>43 of 62 characters: 256 bits.</summary>
    public const int SecretLength = 43;

    private const string Lower = "abcdefghijklmnopqrstuvwxyz0123456789";
    private const string Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ" + Lower;
    private const int SecretStart = 3 + IdLength + 1;
    private const int Length = SecretStart + SecretLength;

    private static readonly SearchValues<char> Allowed = SearchValues.Create(Alphabet);

    public static ApiKey Create() =>
        new(RandomNumberGenerator.GetString(Lower, IdLength), RandomNumberGenerator.GetString(Alphabet, SecretLength));

    /// <summary>Returns the whole key with its secret. Do not log it: use <see cref="ToString"/> for logs.</summary>
    public string Reveal() => $"{Prefix}{Id}_{Secret}";

    /// <summary>Returns the key without its secret, so that the secret is not logged by mistake.</summary>
    public override string ToString() => $"{Prefix}{Id}_***";

    public static bool TrySplit(ReadOnlySpan<char> text, out ReadOnlySpan<char> id, out ReadOnlySpan<char> secret)
    {
        id = secret = [];
        if (text.Length != Length || !text.StartsWith(Prefix, StringComparison.Ordinal) || text[SecretStart - 1] != '_')
        {
            return false;
        }

        id = text.Slice(Prefix.Length, IdLength);
        secret = text[SecretStart..];
        return !id.ContainsAnyExcept(Allowed) && !secret.ContainsAnyExcept(Allowed);
    }
}
