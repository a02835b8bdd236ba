using System.Security.Cryptography;
using System.Text;

namespace DroneDelivery.Delivery.Creates;

/// <summary>
/// The name that a client gives one create, so that it may send it again. It belongs to the owner in the body: another owner's
/// create with the same key is another one.
/// </summary>
internal static class IdempotencyKey
{
    public const string Header = "Idempotency-Key";

    private const int Longest = 100;
    private const int HashBytes = 16;

    public static bool IsValid(string? key) => key is { Length: > 0 and <= Longest } && key.All(IsAllowed);

    /// <summary>What a key must be, and what this one is.</summary>
    public static string FaultOf(string? key) =>
        $"The header must be given once, with 1 to {Longest} visible ASCII characters without a comma, "
        + (key is null ? "but it is missing." : $"not \"{key}\".");

    /// <summary>
    /// The delivery's id: whoever repeats a create names the same document, in this process or in another, so that the database
    /// itself refuses the second.
    /// </summary>
    public static string DeliveryIdFor(string ownerId, string key)
    {
        // Neither may hold a line break, so that no two pairs make the same text.
        var hash = SHA256.HashData(Encoding.UTF8.GetBytes($"{ownerId}\n{key}"));
        return $"d-{Convert.ToHexStringLower(hash.AsSpan(0, HashBytes))}";
    }

    // A header that is given twice comes joined by a comma.
    private static bool IsAllowed(char letter) => letter is > ' ' and <= '~' and not ',';
}
