using System.Buffers;
using System.Security.Cryptography;

namespace DroneDelivery.Gateway.Keys;

/// <summary>
/// A key as its holder has it: <c>dd_</c>, an id that may be shown, and a secret. All characters stand in headers and addresses
/// as they are.
/// </summary>
internal sealed record ApiKey(string Id, string Secret)
{
    public const string Prefix = "dd_";

    /// <summary>64 bits: no two keys get the same.</summary>
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

    /// <summary>The whole key. Whatever prints this gives the key away; see <see cref="ToString"/>.</summary>
    public string Reveal() => $"{Prefix}{Id}_{Secret}";

    /// <summary>Without the secret, so that it cannot end up in a log by mistake.</summary>
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
