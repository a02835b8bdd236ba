using DroneDelivery.CosmosEmulator.Query.Values;

namespace DroneDelivery.CosmosEmulator.Query.Evaluation;

/// <summary>AND, OR and NOT over true, false and undefined; whatever is no boolean counts as undefined.</summary>
internal static class ThreeValuedLogic
{
    public static SqlValue And(in SqlValue left, in SqlValue right)
    {
        if (left.IsFalse || right.IsFalse)
        {
            return SqlValue.False;
        }

        return left.IsTrue && right.IsTrue ? SqlValue.True : SqlValue.Undefined;
    }

    public static SqlValue Or(in SqlValue left, in SqlValue right)
    {
        if (left.IsTrue || right.IsTrue)
        {
            return SqlValue.True;
        }

        return left.IsFalse && right.IsFalse ? SqlValue.False : SqlValue.Undefined;
    }

    public static SqlValue Not(in SqlValue operand) => operand.Kind == SqlValueKind.Boolean
        ? SqlValue.From(operand.IsFalse)
        : SqlValue.Undefined;
}
