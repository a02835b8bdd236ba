using System.Security.Cryptography;
using System.Text;

namespace DroneDelivery.Delivery.Creates;

/// <summary>
/// The name that a client gives to one create, so that it can repeat the request. Its scope is the owner in the body and the
/// holder of the API key: the same key with another owner, or from another holder, is another create.
/// </summary>
internal static class IdempotencyKey
{
    public const string Header = "Idempotency-Key";

    private const int MaxLength = 100;
    private const int HashBytes = 16;

    public static bool IsValid(string? key) => key is { Length: > 0 and <= MaxLength } && key.All(IsAllowed);

    /// <summary>The format of a key, and the error of this one.</summary>
    public static string DescribeError(string? key) =>
        $"The header must be given once, with 1 to {MaxLength} visible ASCII characters without a comma, "
        + (key is null ? "but it is missing." : $"not \"{key}\".");

    /// <summary>
    /// The delivery's id: a repeated create has the same document id, in this process or in another, so that the database
    /// rejects the second document.
    /// </summary>
    public static string DeliveryIdFor(string ownerId, string key, string? holder)
    {
        // None of the parts may contain a line break, so different parts never make the same text.
        var scope = holder is null ? ownerId : $"{ownerId}\n{holder}";
        var hash = SHA256.HashData(Encoding.UTF8.GetBytes($"{scope}\n{key}"));
        return $"d-{Convert.ToHexStringLower(hash.AsSpan(0, HashBytes))}";
    }

    // A header that is given twice is joined by a comma.
    private static bool IsAllowed(char letter) => letter is > ' ' and <= '~' and not ',';
}
